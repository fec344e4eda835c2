package dev.harken.server;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;

import java.util.concurrent.atomic.AtomicLong;

/** Counts Netty buffers that were dropped without being released, every one of them. */
public final class BufferLeaks {
    private static final AtomicLong COUNT = new AtomicLong();

    private BufferLeaks() {}

    /** Takes the place of Netty's detector; before any class that has buffers is loaded. */
    public static void watch() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(
                new ResourceLeakDetectorFactory() {
                    @Override
                    @SuppressWarnings("deprecation") // the only signature there is to override
                    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                            final Class<T> resource, final int interval, final long maxActive) {
                        return new Counting<>(resource, interval);
                    }
                });
    }

    /** Returns the leaks found so far, after a collection that lets them be found. */
    public static long count() {
        System.gc();
        return COUNT.get();
    }

    private static final class Counting<T> extends ResourceLeakDetector<T> {
        Counting(final Class<?> resource, final int interval) {
            super(resource, interval);
        }

        @Override
        protected void reportTracedLeak(final String type, final String records) {
            super.reportTracedLeak(type, records);
            COUNT.incrementAndGet();
        }

        @Override
        protected void reportUntracedLeak(final String type) {
            super.reportUntracedLeak(type);
            COUNT.incrementAndGet();
        }
    }
}
