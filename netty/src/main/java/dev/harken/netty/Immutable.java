package dev.harken.netty;

import java.util.List;
import java.util.stream.Stream;

/** Changed copies of short lists, so that one may change while someone goes over the old. */
final class Immutable {

    private Immutable() {}

    static <T> List<T> plus(final List<T> list, final T element) {
        return Stream.concat(list.stream(), Stream.of(element)).toList();
    }

    static <T> List<T> minus(final List<T> list, final T element) {
        return list.stream().filter(other -> !other.equals(element)).toList();
    }
}
