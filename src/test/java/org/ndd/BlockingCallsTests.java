package org.ndd;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.lucene.search.TaskExecutor;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.action.ActionFuture;

/** The calls that block a thread, each with its reason. All other code continues in a listener or a timer. */
public class BlockingCallsTests extends LuceneTestCase {

    private static final Map<String, String> ALLOWED = new TreeMap<>(Map.of(
            "org.ndd.partition.node.BlockingRpc",
            "a thread of the pool ndd, which is there to wait for other nodes; it ends with the run, and in two minutes",
            "org.ndd.bulk.WorkStealingExecutor",
            "a thread of the pool ndd, for what others of its threads have begun; they end with the run"));

    /** The allowed blocking calls, by class. */
    private static final Map<Class<?>, Set<String>> BLOCKING = Map.of(
            Thread.class, Set.of("sleep", "join"),
            Object.class, Set.of("wait"),
            TimeUnit.class, Set.of("sleep", "timedJoin", "timedWait"),
            LockSupport.class, Set.of("park", "parkNanos", "parkUntil"),
            CountDownLatch.class, Set.of("await"),
            Semaphore.class, Set.of("acquire", "acquireUninterruptibly"),
            Condition.class, Set.of("await", "awaitNanos", "awaitUntil", "awaitUninterruptibly"),
            Future.class, Set.of("get"),
            ActionFuture.class, Set.of("actionGet"),
            TaskExecutor.class, Set.of("invokeAll"));

    public void testOnlyAllowedCallsBlock() {
        Map<String, Set<String>> found = new ClassFileImporter()
                        .withImportOption(location -> location.contains("/test-classes/") == false)
                        .importPackages("org.ndd")
                        .stream()
                        .flatMap(c -> c.getAccessesFromSelf().stream())
                        .filter(BlockingCallsTests::isBlocking)
                        .collect(Collectors.groupingBy(
                                access -> outermost(access.getOriginOwner().getName()),
                                TreeMap::new,
                                Collectors.mapping(JavaAccess::getDescription, Collectors.toSet())));
        assertEquals(found.toString(), ALLOWED.keySet(), found.keySet());
    }

    private static boolean isBlocking(JavaAccess<?> access) {
        return BLOCKING.entrySet().stream()
                .anyMatch(blocking -> blocking.getValue().contains(access.getName())
                        && (access.getTargetOwner().isAssignableTo(blocking.getKey())
                                && (blocking.getKey() != Object.class
                                        || access.getTarget().getFullName().contains("Object.wait("))));
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
