package org.ndd.it;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A cluster of the build that one class of tests has for itself. Classes run in several processes side by side, so that some compute while
 * others wait for nodes; but each deletes all indices of its cluster after each test.
 */
final class ClusterLock implements Closeable {

    private final Path cluster;
    private final RandomAccessFile file;

    /**
     * Waits until nobody else has the cluster.
     *
     * @param clusterFile where ndd-cluster says where its nodes listen
     */
    ClusterLock(Path clusterFile) throws IOException {
        cluster = clusterFile;
        // not of the file system of the test, which knows nothing of other processes
        file = new RandomAccessFile(clusterFile.resolveSibling("tests.lock").toString(), "rw");
        file.getChannel().lock();
    }

    /** @throws IllegalStateException if it is another cluster, whose nodes a test of another process may stop at any time */
    void require(Path clusterFile) {
        if (cluster.equals(clusterFile) == false) {
            throw new IllegalStateException("[cluster] must be [" + cluster
                    + "], which this class of tests has for itself, but was [" + clusterFile + "]");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
