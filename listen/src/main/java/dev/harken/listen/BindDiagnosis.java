package dev.harken.listen;

/** Why bind(2) or listen(2) failed, and what to do. */
final class BindDiagnosis {
    private BindDiagnosis() {}

    static Diagnosis explain(
            final ListenConfig config, final SocketContext socket, final int errno) {
        return new Diagnosis("the kernel refuses the address", "see bind(2) for this errno");
    }
}
