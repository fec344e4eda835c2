package dev.harken.server.http;

/** What answers the requests of a location. Called on worker threads; holds no request state. */
sealed interface Content permits ReturnContent, StaticContent, StatusContent {
    /** Returns the answer; {@code exchange} has its server, settings and path by now. */
    Response answer(Exchange exchange);
}
