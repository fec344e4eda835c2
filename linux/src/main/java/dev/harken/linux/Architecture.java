package dev.harken.linux;

/** The processor architectures whose kernel interface this package knows. */
public enum Architecture {

    /** 64-bit x86, Java's {@code amd64}. */
    X86_64,

    /** 64-bit Arm, little-endian. */
    AARCH64;

    /** The architecture this virtual machine runs on. */
    public static final Architecture CURRENT = of(System.getProperty("os.arch"));

    /**
     * The architecture of a value of the system property {@code os.arch}.
     *
     * @throws UnsupportedOperationException for any other architecture
     */
    public static Architecture of(final String name) {
        return switch (name) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default ->
                    throw new UnsupportedOperationException(
                            "os.arch: " + name + " (expected: amd64 or aarch64)");
        };
    }
}
