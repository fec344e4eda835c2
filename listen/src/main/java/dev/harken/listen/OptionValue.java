package dev.harken.listen;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The value of an option, as asked for or as the kernel reports it; {@code toString} has units. */
public sealed interface OptionValue {
    /** On or off. */
    record Flag(boolean on) implements OptionValue {
        @Override
        public String toString() {
            return on ? "on" : "off";
        }
    }

    /** A plain number: connections, a CPU, a mark. */
    record Count(long value) implements OptionValue {
        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /** A number of bytes. */
    record Size(long bytes) implements OptionValue {
        @Override
        public String toString() {
            return bytes + " B";
        }
    }

    /** Bytes per second. */
    record Rate(long bytesPerSecond) implements OptionValue {
        /** The rate that means "no limit". */
        public static final Rate UNLIMITED = new Rate(-1);

        @Override
        public String toString() {
            return bytesPerSecond == -1 ? "unlimited" : bytesPerSecond + " B/s";
        }
    }

    /** A length of time. */
    record Time(Duration duration) implements OptionValue {
        @Override
        public String toString() {
            final long micros = duration.toNanos() / 1_000;
            if (micros % 1_000 != 0) {
                return micros + " us";
            }
            final long millis = micros / 1_000;
            return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
        }
    }

    /** A name; empty means none. */
    record Text(String text) implements OptionValue {
        @Override
        public String toString() {
            return text.isEmpty() ? "none" : text;
        }
    }

    /** One CPU number per shard; with fewer CPUs than shards they are used in turn. */
    record Cpus(List<Integer> cpus) implements OptionValue {
        /** Copies the list. */
        public Cpus {
            cpus = List.copyOf(cpus);
        }

        /** The CPU of one shard. */
        public int ofShard(final int shard) {
            return cpus.get(shard % cpus.size());
        }

        @Override
        public String toString() {
            return cpus.stream()
                    .map(cpu -> cpu < 0 ? "none" : cpu.toString())
                    .collect(Collectors.joining(","));
        }
    }

    /**
     * Probes on idle connections; what is empty stays as the kernel's sysctl has it.
     *
     * @param on whether probes are sent
     * @param idleSeconds silence before the first probe, 1 to 32767
     * @param intervalSeconds time between probes, 1 to 32767
     * @param probeCount unanswered probes after which the connection is dead, 1 to 127
     */
    record KeepAlive(
            boolean on,
            OptionalInt idleSeconds,
            OptionalInt intervalSeconds,
            OptionalInt probeCount)
            implements OptionValue {
        /** Probes off, or on with the kernel's times. */
        public static KeepAlive of(final boolean on) {
            return new KeepAlive(on, OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());
        }

        /** Probes on, all three times given. */
        public static KeepAlive of(final int idle, final int interval, final int count) {
            return new KeepAlive(
                    true, OptionalInt.of(idle), OptionalInt.of(interval), OptionalInt.of(count));
        }

        @Override
        public String toString() {
            final boolean hostTimes =
                    idleSeconds.isEmpty() && intervalSeconds.isEmpty() && probeCount.isEmpty();
            if (!on || hostTimes) {
                return on ? "on" : "off";
            }
            return text(idleSeconds) + ":" + text(intervalSeconds) + ":" + text(probeCount);
        }

        private static String text(final OptionalInt part) {
            return part.isPresent() ? Integer.toString(part.getAsInt()) : "";
        }
    }

    /**
     * Fast Open keys of 16 bytes each, in hexadecimal. They are secrets: {@code toString} shows a
     * digest only.
     *
     * @param primary the key that new cookies are made with
     * @param backup a former key whose cookies are still taken
     */
    record Keys(String primary, Optional<String> backup) implements OptionValue {
        private static final int KEY_BYTES = 16;
        private static final int DIGEST_BYTES = 4;

        /** Checks the lengths and keeps the digits in lower case. */
        public Keys {
            primary = checked(primary);
            backup = backup.map(Keys::checked);
        }

        /** Keys from bytes; {@code backup} may be empty. */
        public static Keys of(final byte[] primary, final byte[] backup) {
            final HexFormat hex = HexFormat.of();
            return new Keys(
                    hex.formatHex(primary),
                    backup.length == 0 ? Optional.empty() : Optional.of(hex.formatHex(backup)));
        }

        byte[] bytes() {
            return HexFormat.of().parseHex(primary + backup.orElse(""));
        }

        private static String checked(final String key) {
            if (HexFormat.of().parseHex(key).length != KEY_BYTES) {
                throw new IllegalArgumentException(
                        "fastOpenKeys: a key of %d bytes (expected: %d)"
                                .formatted(key.length() / 2, KEY_BYTES));
            }
            return key.toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return (backup.isPresent() ? "primary+backup #" : "primary #") + digest();
        }

        private String digest() {
            try {
                final byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes());
                return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }
    }
}
