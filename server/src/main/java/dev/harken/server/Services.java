package dev.harken.server;

import dev.harken.conf.Configuration;
import dev.harken.server.http.HttpService;
import dev.harken.server.log.LogWriter;
import dev.harken.server.stream.StreamService;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What a configuration serves, apart from sockets and workers: the part that a reload replaces.
 *
 * @param http the {@code http} block
 * @param stream the {@code stream} block
 */
record Services(Optional<HttpService> http, Optional<StreamService> stream) {

    /**
     * Compiles a configuration: reads certificates, opens log files.
     *
     * @throws IOException when one of them can't be used; nothing stays open
     */
    static Services compile(
            final Configuration configuration,
            final LogWriter logWriter,
            final int workerCount,
            final List<SocketPlan> plans)
            throws IOException {
        final Optional<HttpService> http =
                configuration.http().isPresent()
                        ? Optional.of(
                                HttpService.compile(
                                        configuration.http().get(), logWriter, workerCount))
                        : Optional.empty();
        if (configuration.stream().isEmpty()) {
            return new Services(http, Optional.empty());
        }
        final int datagramThreads =
                plans.stream()
                        .filter(plan -> plan.kind() == SocketPlan.Kind.DATAGRAM)
                        .mapToInt(plan -> plan.config().shards())
                        .sum();
        try {
            final StreamService stream =
                    StreamService.compile(
                            configuration.stream().get(), logWriter, workerCount + datagramThreads);
            return new Services(http, Optional.of(stream));
        } catch (final IOException | RuntimeException e) {
            http.ifPresent(HttpService::close);
            throw e;
        }
    }

    /** Lets certificates and log queues go, when nothing is served from this any more. */
    void close() {
        http.ifPresent(HttpService::close);
        stream.ifPresent(StreamService::close);
    }
}
