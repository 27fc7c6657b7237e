package org.ndd.partition.shard;

import org.apache.lucene.util.InPlaceMergeSorter;

/**
 * The first documents in rank order of those offered, at most a fixed number: a max-heap while it is filled, in rank order afterwards.
 * Reused from one posting list to the next; at most O(log n) per offer.
 */
final class TopRankHeap implements FirstDocs {

    private final ShardDocs docs;
    private final int[] heap;
    private int size;

    TopRankHeap(ShardDocs docs, int limit) {
        this.docs = docs;
        this.heap = new int[limit];
    }

    @Override
    public void clear() {
        size = 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void offer(int doc) {
        if (size < heap.length) {
            heap[size++] = doc;
            if (size == heap.length) {
                for (int i = size / 2 - 1; i >= 0; i--) {
                    siftDown(i);
                }
            }
        } else if (size > 0 && docs.compare(doc, heap[0]) < 0) {
            heap[0] = doc;
            siftDown(0);
        }
    }

    private void siftDown(int start) {
        int i = start;
        while (true) {
            int largest = i;
            int left = 2 * i + 1;
            if (left < size && docs.compare(heap[left], heap[largest]) > 0) {
                largest = left;
            }
            if (left + 1 < size && docs.compare(heap[left + 1], heap[largest]) > 0) {
                largest = left + 1;
            }
            if (largest == i) {
                return;
            }
            swap(i, largest);
            i = largest;
        }
    }

    private void swap(int i, int j) {
        int doc = heap[i];
        heap[i] = heap[j];
        heap[j] = doc;
    }

    @Override
    public void sort() {
        new InPlaceMergeSorter() {
            @Override
            protected int compare(int i, int j) {
                return docs.compare(heap[i], heap[j]);
            }

            @Override
            protected void swap(int i, int j) {
                TopRankHeap.this.swap(i, j);
            }
        }.sort(0, size);
    }

    @Override
    public int doc(int i) {
        return heap[i];
    }
}
