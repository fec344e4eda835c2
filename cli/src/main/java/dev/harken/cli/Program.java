package dev.harken.cli;

import dev.harken.cli.ServeOptions.Show;

import java.util.Optional;

/**
 * How the program calls itself in what it prints.
 *
 * <p>Tools that drive nginx look for its name and version. They get them only when {@value
 * #COMPATIBILITY} asks for it, so that nobody takes Harken for what it is not.
 *
 * @param name what messages start with
 * @param version ours
 * @param nginxVersion the nginx version that tools are to believe in, empty normally
 */
record Program(String name, String version, Optional<String> nginxVersion) {
    /** Environment variable with the nginx version to claim compatibility with. */
    static final String COMPATIBILITY = "HARKEN_NGINX_COMPAT";

    /** Returns the program of this process. */
    static Program current() {
        final Optional<String> nginxVersion =
                Optional.ofNullable(System.getenv(COMPATIBILITY)).filter(text -> !text.isBlank());
        final String version = Program.class.getPackage().getImplementationVersion();
        return new Program(
                nginxVersion.isPresent() ? "nginx" : "harken",
                version == null ? "unreleased" : version,
                nginxVersion);
    }

    /** Returns the text for {@code -v}, {@code -V} or {@code -h}, ending in a line feed. */
    String describe(final Show show) {
        final StringBuilder text = new StringBuilder();
        if (show != Show.NOTHING) {
            text.append("harken version: harken/").append(version).append('\n');
            nginxVersion.ifPresent(
                    claimed -> text.append("nginx version: nginx/").append(claimed).append('\n'));
        }
        if (show == Show.BUILD) {
            text.append(build());
        }
        if (show == Show.HELP) {
            text.append(help());
        }
        return text.toString();
    }

    private String build() {
        final String running =
                "running on "
                        + System.getProperty("java.vm.name")
                        + " "
                        + Runtime.version()
                        + ", "
                        + System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + " "
                        + System.getProperty("os.arch")
                        + "\nbuilt with BoringSSL\nTLS SNI support enabled\n";
        return nginxVersion.isEmpty()
                ? running
                : running + "configure arguments: " + MODULES + "\n";
    }

    /** What nginx's configure would have been told to build what Harken has. */
    private static final String MODULES =
            "--with-http_ssl_module --with-http_v2_module --with-http_stub_status_module"
                    + " --with-stream --with-stream_ssl_module";

    private String help() {
        return """
        Usage: harkend [-?hvVtTq] [-s signal] [-p prefix]
                       [-e filename] [-c filename] [-g directives]

        Options:
          -?,-h         : this help
          -v            : show version and exit
          -V            : show version and how it was built, then exit
          -t            : test configuration and exit
          -T            : test configuration, dump it and exit
          -q            : suppress non-error messages during configuration testing
          -s signal     : send signal to the running server: stop, quit, reopen, reload
          -p prefix     : set prefix path (default: the working directory)
          -e filename   : set error log file (default: stderr)
          -c filename   : set configuration file (default: %s)
          -g directives : set global directives out of configuration file

        """
                .formatted(ServerCommand.DEFAULT_FILE);
    }
}
