package org.ndd;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Measures work by the bytes that it allocates. Unlike time, it is almost the same on each machine, and shows whether work with many
 * elements grows faster than their number.
 */
public final class AllocatedBytes {

    private AllocatedBytes() {}

    /** Returns the bytes that the second of two executions allocates on this thread: the first loads classes. */
    public static long of(Runnable work) {
        work.run();
        long before = ofThread();
        work.run();
        return ofThread() - before;
    }

    /** Returns the bytes that this thread has allocated. Only the bean of the JDK has this value, not the interface of Java. */
    private static long ofThread() {
        try {
            return (long) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                            "getThreadAllocatedBytes",
                            new Object[] {Thread.currentThread().getId()},
                            new String[] {"long"});
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
