package dev.harken.server.text;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Name and version of this program, as clients and logs see them. */
public final class Product {
    private static final String NAME = "harken";
    private static final String VERSION = readVersion();

    /** The configuration language is the one of this version. */
    private static final String NGINX_VERSION = "1.28.0";

    /** The host's name, asked once and only when a variable needs it. */
    private static final class HostNameHolder {
        static final String NAME = read();

        private static String read() {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (final UnknownHostException _) {
                return "localhost";
            }
        }
    }

    private Product() {}

    /** Returns the version without the name. */
    public static String version() {
        return VERSION;
    }

    /** Returns name and version in the form of a {@code Server} header. */
    public static String nameAndVersion() {
        return NAME + "/" + VERSION;
    }

    /** Returns the version of nginx whose configuration language this is. */
    public static String nginxVersion() {
        return NGINX_VERSION;
    }

    /** Returns the name alone. */
    public static String name() {
        return NAME;
    }

    /** Returns the name of this host. */
    public static String hostName() {
        return HostNameHolder.NAME;
    }

    private static String readVersion() {
        final String implementation = Product.class.getPackage().getImplementationVersion();
        return implementation == null ? "dev" : implementation.replace("-SNAPSHOT", "");
    }
}
