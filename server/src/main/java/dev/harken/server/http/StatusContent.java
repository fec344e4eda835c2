package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** nginx's {@code stub_status} page. */
final class StatusContent implements Content {

    @Override
    public Response answer(final Exchange exchange) {
        if (!exchange.method.equals("GET") && !exchange.head()) {
            return exchange.settings.errorPages().page(405);
        }
        final HttpWorker worker = exchange.connection.worker;
        final long accepted = worker.sum(HttpCounters::accepted);
        final String text =
                "Active connections: %d \nserver accepts handled requests\n %d %d %d \n"
                                .formatted(
                                        worker.sum(HttpCounters::active),
                                        accepted,
                                        accepted,
                                        worker.sum(HttpCounters::requests))
                        + "Reading: %d Writing: %d Waiting: %d \n"
                                .formatted(
                                        worker.sum(HttpCounters::reading),
                                        worker.sum(HttpCounters::writing),
                                        worker.sum(HttpCounters::waiting));
        return Response.of(200, "text/plain", text.getBytes(US_ASCII));
    }
}
