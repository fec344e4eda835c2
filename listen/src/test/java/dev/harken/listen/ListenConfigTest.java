package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

class ListenConfigTest {
    @ParameterizedTest
    @EnumSource(Option.class)
    void everyOptionHasARowInTheTable(final Option option) {
        assertThat(OptionTable.spec(option).option()).isEqualTo(option);
        assertThat(OptionTable.spec(option).protocols()).isNotEmpty();
    }

    @Test
    void configurationsDoNotChangeWithTheirBuilder() {
        final ListenConfig.Builder builder = ListenConfig.tcp("127.0.0.1:0").shards(2).tos(16);
        final ListenConfig before = builder.build();
        final ListenConfig copy = builder.build();
        builder.shards(3).tos(32).noDelay(true).optional(Option.TOS).control(_ -> {});
        builder.address(ListenAddress.parseInet("127.0.0.1:1"));
        assertThat(before).isEqualTo(copy);
        assertThat(before.shards()).isEqualTo(2);
        assertThat(before.options()).containsOnlyKeys(Option.REUSE_PORT, Option.TOS);
        assertThat(before.optional()).isEmpty();
        assertThat(before.controls()).isEmpty();
    }

    @Test
    void theCollectionsOfAConfigurationAreUnmodifiable() {
        final ListenConfig config = ListenConfig.tcp("127.0.0.1:0").build();
        assertThatThrownBy(() -> config.options().clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> config.optional().add(Option.TOS))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> config.controls().add(_ -> {}))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void toBuilderRebuildsTheSame() {
        final ListenConfig config =
                ListenConfig.mptcp(new InetSocketAddress("127.0.0.1", 0))
                        .shards(2)
                        .fastOpenKeys(new byte[16], new byte[16])
                        .keepAlive(Duration.ofSeconds(60), Duration.ofSeconds(5), 3)
                        .optional(Option.FAST_OPEN_KEYS)
                        .build();
        assertThat(config.toBuilder().build()).isEqualTo(config);
    }

    @Test
    void sharedTakesBackShards() {
        final ListenConfig config = ListenConfig.tcp("127.0.0.1:0").shards(4).shared().build();
        assertThat(config.shards()).isEqualTo(1);
        assertThat(config.reusePort()).isFalse();
    }

    @Test
    void aNumberOutsideItsRangeIsRefusedAtOnceAndOneInsideIsTaken() {
        final SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 2_000; i++) {
            final int number = random.nextInt(-40_000, 80_000);
            expect(number, 0, 255, b -> b.tos(number));
            expect(number, 88, 32_767, b -> b.maxSegmentSize(number));
            expect(number, 1, Integer.MAX_VALUE, b -> b.backlog(number));
            expect(number, 1, Integer.MAX_VALUE, b -> b.fastOpen(number));
            expect(number, 1, ListenConfig.MAX_SHARDS, b -> b.shards(number));
            expect(number, 0, Integer.MAX_VALUE, b -> b.mark(number));
            expect(number, 0, Integer.MAX_VALUE, b -> b.incomingCpu(number));
            expect(number, 1, Integer.MAX_VALUE, b -> b.receiveBuffer(number));
            expect(number, 1, Integer.MAX_VALUE, b -> b.pacing(number));
            expect(number, 1, Integer.MAX_VALUE, b -> b.userTimeout(Duration.ofMillis(number)));
            expect(number, 1, Integer.MAX_VALUE, b -> b.deferAccept(Duration.ofSeconds(number)));
            expect(number, 1, 127, b -> b.keepAlive(OptionValue.KeepAlive.of(1, 1, number)));
            expect(number, 1, 32_767, b -> b.keepAlive(OptionValue.KeepAlive.of(number, 1, 1)));
        }
    }

    private static void expect(
            final int number,
            final int least,
            final int most,
            final Consumer<ListenConfig.Builder> call) {
        final ListenConfig.Builder builder = ListenConfig.tcp("127.0.0.1:0");
        if (number >= least && number <= most) {
            call.accept(builder);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> call.accept(builder))
                    .withMessageContaining("expected: ");
        }
    }

    static Stream<Consumer<ListenConfig.Builder>> unusableValues() {
        return Stream.of(
                b -> b.receiveBuffer(Integer.MAX_VALUE),
                b -> b.mark(0x1_0000_0000L),
                b -> b.deferAccept(Duration.ofMillis(1_500)),
                b -> b.userTimeout(Duration.ofNanos(1_500_000)),
                b -> b.busyPoll(Duration.ofNanos(1)),
                b -> b.keepAlive(Duration.ofMillis(1), Duration.ofSeconds(1), 1),
                b -> b.bindToDevice(""),
                b -> b.bindToDevice("a-name-of-16-chr"),
                b -> b.congestionControl(""),
                b -> b.fastOpenKeys(new byte[15]),
                b -> b.fastOpenKeys(new byte[16], new byte[8]),
                b -> b.incomingCpu(),
                b -> b.set(Option.TOS, new OptionValue.Flag(true)));
    }

    @ParameterizedTest
    @MethodSource
    void unusableValues(final Consumer<ListenConfig.Builder> call) {
        final ListenConfig.Builder builder = ListenConfig.tcp("127.0.0.1:0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call.accept(builder))
                .withMessageContaining("expected: ");
    }

    static Stream<ListenConfig.Builder> contradictions() {
        return Stream.of(
                ListenConfig.udp("127.0.0.1:0").backlog(5),
                ListenConfig.udp("127.0.0.1:0").noDelay(true),
                ListenConfig.udp("127.0.0.1:0").mptcp(),
                ListenConfig.unix("@a").tos(16),
                ListenConfig.unix("@a").freeBind(),
                ListenConfig.unix("@a").address(ListenAddress.parseInet("127.0.0.1:0")),
                ListenConfig.tcp("127.0.0.1:0").address(ListenAddress.parseUnix("@a")),
                ListenConfig.tcp("127.0.0.1:0").ipv6Only(true),
                ListenConfig.tcp("127.0.0.1:0").shards(2).optional(Option.REUSE_PORT));
    }

    @ParameterizedTest
    @MethodSource
    void contradictions(final ListenConfig.Builder builder) {
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining("expected: ");
    }

    @Test
    void unixSocketsCantBeShardedAndTheMessageSaysWhatToDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ListenConfig.unix("@a").shards(2).build())
                .withMessage(
                        "shards: unix:@a can't be shared by several sockets, the kernel has no"
                                + " SO_REUSEPORT for Unix sockets (expected: shared(), one socket"
                                + " that every worker polls)");
    }

    @Test
    void theCanonicalConstructorChecksAsTheBuilderDoes() {
        final ListenAddress address = ListenAddress.parseInet("127.0.0.1:0");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                new ListenConfig(
                                        Protocol.TCP,
                                        address,
                                        2,
                                        Map.of(),
                                        Set.of(),
                                        List.of(),
                                        false))
                .withMessageContaining("without reusePort");
    }

    @Test
    void fastOpenKeysDoNotShowInText() {
        final ListenConfig config =
                ListenConfig.tcp("127.0.0.1:0")
                        .fastOpenKeys("0123456789abcdef".getBytes(StandardCharsets.US_ASCII))
                        .build();
        assertThat(config.toString()).doesNotContain("303132").doesNotContain("0123456789");
    }
}
