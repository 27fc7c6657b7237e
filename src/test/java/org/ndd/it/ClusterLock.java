package org.ndd.it;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The lock of a test class on a cluster of the build. Test classes run in concurrent processes, but each deletes all indices of its cluster
 * after each test.
 */
final class ClusterLock implements Closeable {

    private final Path cluster;
    private final RandomAccessFile file;

    /**
     * Waits until the cluster is free.
     *
     * @param clusterFile file of ndd-cluster with the addresses of its nodes
     */
    ClusterLock(Path clusterFile) throws IOException {
        cluster = clusterFile;
        // uses the default file system, because that of the test is not shared between processes
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
