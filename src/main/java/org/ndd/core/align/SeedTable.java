package org.ndd.core.align;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.BitSet;
import org.ndd.core.text.Width;

/**
 * Indexes the windows of one text by their seeds. These are short runs of code units, stored for places so close to each other that each
 * window contains one. A window of another text that occurs here contains a stored seed. From a common seed both texts are followed in both
 * directions as long as they agree: seed and extend, as in BLAT (Kent, 2002). For ASCII text one place in nine is stored, so the table is
 * made in a fraction of the time of a table of all windows, and fits the processor's first-level cache. It takes 5 to 25 bytes per code
 * unit.
 *
 * <p>There is no table of a text that repeats the same seeds, as some lists do: each lookup would find many places.
 */
final class SeedTable implements Windows {
    private static final int CHECK_INTERVAL = 1 << 16;

    /** Number of code units of a word, which is the number that 64 bits contain. A seed is a word, or two that may overlap. */
    private static final int WORD = 4;

    /**
     * Number of code units of a seed of narrow text; four Han characters are more specific than eight letters, and a smaller part of a
     * window.
     */
    private static final int NARROW_SEED = 2 * WORD;

    /** Maximum number of places with the same seed. */
    private static final int MAX_PLACES = 4;

    /** Maximum number of places with the same seed, on average over all places. */
    private static final int USUAL_PLACES = 2;

    private static final int MARK_BITS = 4;

    private static final int MIN_BITS = 4;

    /** The bits of a hash that are stored with a place. */
    private static final long TAG = 0xFFFF_FFFF_0000_0000L;

    /** Multipliers of the hash: unknown to authors of texts, so that colliding seeds cannot be prepared. */
    private static final long FIRST = new SecureRandom().nextLong() | 1;

    private static final long LAST = new SecureRandom().nextLong() | 1;

    private final char[] text;
    private final int width;
    private final int seed;
    /** Maximum number of code units from the first to the last seed of a window. */
    private final int reach;

    private final int[] places;
    /** For each place: number of the previous place with the same seed, plus one; 0 if there is none. */
    private final int[] previous;
    /** Number of the last place with a seed, plus one, with the upper half of the seed's hash above it; 0 marks a free slot. */
    private final long[] slots;

    /** Bit set of hash values, with 16 bits per slot: it suffices to reject most seeds that are not in the table. */
    private final long[] marks;

    private final int shift;

    private SeedTable(char[] text, int width, int seed, int[] places) {
        this.text = text;
        this.width = width;
        this.seed = seed;
        this.reach = width - seed;
        this.places = places;
        this.previous = new int[places.length];
        int bits = Math.max(MIN_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(places.length) + 1);
        this.slots = new long[1 << bits];
        this.marks = new long[1 << bits + MARK_BITS - 6];
        this.shift = Long.SIZE - bits;
    }

    /** Returns the table of a text, or null if windows are too narrow for seeds, or if the text repeats the same seeds too often. */
    static SeedTable of(char[] text, int width, Runnable check) {
        int leastUnits = (width + 1) / 2;
        if (leastUnits <= WORD) {
            return null;
        }
        check.run();
        int wide = 0;
        for (char unit : text) {
            wide += unit < 0x80 ? 0 : 1;
        }
        int seed = wide > text.length / 3 ? WORD : Math.min(NARROW_SEED, leastUnits);
        SeedTable table = new SeedTable(
                text, width, seed, wide == 0 ? evenPositions(text, width, seed) : positionsByWidth(text, width, seed));
        return table.fill(check) ? table : null;
    }

    /** Returns places for windows that all have the same number of code units. */
    private static int[] evenPositions(char[] text, int width, int seed) {
        int step = width - seed + 1;
        int[] places = new int[text.length < width ? 0 : (text.length - width) / step + 1];
        for (int i = 0; i < places.length; i++) {
            places[i] = step - 1 + i * step;
        }
        return places;
    }

    /** Returns the last seed of the first window, then that of the first window without this seed, and so on. */
    private static int[] positionsByWidth(char[] text, int width, int seed) {
        int[] places = new int[Math.max(16, text.length / seed)];
        int count = 0;
        int start = 0;
        int end = 0;
        int filled = 0;
        while (true) {
            while (filled < width && end < text.length) {
                filled += Width.of(text[end++]);
            }
            if (filled < width) {
                return Arrays.copyOf(places, count);
            }
            int place = end - seed;
            if (count == places.length) {
                places = Arrays.copyOf(places, 2 * count);
            }
            places[count++] = place;
            while (start <= place) {
                filled -= Width.of(text[start++]);
            }
        }
    }

    /** Fills the table; returns false if the same seeds are at too many places. */
    private boolean fill(Runnable check) {
        long allowed = (long) USUAL_PLACES * (places.length + MAX_PLACES);
        for (int number = 0; number < places.length; number++) {
            if (number % CHECK_INTERVAL == 0) {
                check.run();
            }
            int place = places[number];
            long first = word(text, place);
            long last = word(text, place + seed - WORD);
            long hash = hash(first, last);
            marks[mark(hash)] |= 1L << (hash >>> shift - MARK_BITS);
            int slot = slot(hash, first, last);
            previous[number] = (int) slots[slot];
            slots[slot] = hash & TAG | number + 1;
            int same = 1;
            for (int other = previous[number]; other != 0; other = previous[other - 1]) {
                same++;
            }
            allowed -= 2L * same - 1;
            if (same > MAX_PLACES || allowed < 0) {
                return false;
            }
        }
        return true;
    }

    private int mark(long hash) {
        return (int) (hash >>> shift + 6 - MARK_BITS);
    }

    /** Returns the next position of a text whose seed is likely to be in the table; {@code behind} if there is none before that. */
    private int likely(char[] other, int from, int behind) {
        int position = from;
        if (position < behind) {
            long first = word(other, position);
            long last = word(other, position + seed - WORD);
            while (true) {
                long hash = hash(first, last);
                if ((marks[mark(hash)] >>> (hash >>> shift - MARK_BITS) & 1) != 0 || ++position == behind) {
                    break;
                }
                first = next(first, other[position + WORD - 1]);
                last = next(last, other[position + seed - 1]);
            }
        }
        return position;
    }

    /** Returns the number of the last place with the seed of a position, plus one; 0 if there is none. */
    private int lastPlace(char[] other, int position) {
        long first = word(other, position);
        long last = word(other, position + seed - WORD);
        return (int) slots[slot(hash(first, last), first, last)];
    }

    /** Returns the slot of a seed, or a free slot if the seed is not in the table. */
    private int slot(long hash, long first, long last) {
        int slot = (int) (hash >>> shift);
        while (slots[slot] != 0) {
            if (((slots[slot] ^ hash) & TAG) == 0) {
                int place = places[(int) slots[slot] - 1];
                if (word(text, place) == first && word(text, place + seed - WORD) == last) {
                    return slot;
                }
            }
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private static long hash(long first, long last) {
        return first * FIRST + last * LAST;
    }

    private static long word(char[] text, int position) {
        return text[position]
                | (long) text[position + 1] << Character.SIZE
                | (long) text[position + 2] << 2 * Character.SIZE
                | (long) text[position + 3] << 3 * Character.SIZE;
    }

    /** Returns the word at the next position. */
    private static long next(long word, char unit) {
        return word >>> Character.SIZE | (long) unit << 3 * Character.SIZE;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public char[] text() {
        return text;
    }

    @Override
    public void addRuns(SharedRuns runs, int least, Runnable check) {
        char[] otherText = runs.otherText();
        int behind = otherText.length - seed + 1;
        int nextCheck = CHECK_INTERVAL;
        int position = 0;
        // a window that is not found yet begins within reach of the position
        while (position < Math.min(behind, runs.lastStart(least) + reach + 1)) {
            if (position >= nextCheck) {
                check.run();
                nextCheck = position + CHECK_INTERVAL;
            }
            int until = Math.min(Math.min(behind, nextCheck), runs.lastStart(least) + reach + 1);
            position = likely(otherText, position, until);
            if (position < until) {
                for (int place = lastPlace(otherText, position); place != 0; place = previous[place - 1]) {
                    addRun(runs, places[place - 1], position);
                }
                position = runs.firstOpen(position + 1, reach);
            }
        }
    }

    /** Extends equal seeds in both directions and adds the run. */
    private void addRun(SharedRuns runs, int place, int position) {
        if (runs.isInLastRun(place, position)) {
            return;
        }
        int before = before(place, runs.otherText(), position);
        runs.follow(place - before, position - before, before + seed);
    }

    /** Returns the number of equal code units before equal seeds, up to the maximum that a window can contain. */
    private int before(int place, char[] other, int position) {
        int most = Math.min(reach, Math.min(place, position));
        int before = 0;
        while (before < most && text[place - before - 1] == other[position - before - 1]) {
            before++;
        }
        return before;
    }

    @Override
    public void addEqual(BitSet known, Runnable check) {
        int lastStart = Windows.lastStart(text, text.length, width);
        int nextCheck = CHECK_INTERVAL;
        int open = known.isEmpty() ? text.length : known.nextClearBit(0);
        while (open <= lastStart) {
            if (open >= nextCheck) {
                check.run();
                nextCheck = open + CHECK_INTERVAL;
            }
            int next = known.nextSetBit(open);
            int behind = next < 0 ? lastStart + 1 : next;
            int lastSeed = Math.min(behind - 1 + reach, text.length - seed);
            int position = likely(text, open, lastSeed + 1);
            while (position <= lastSeed) {
                for (int place = lastPlace(text, position); place != 0; place = previous[place - 1]) {
                    addEqual(known, places[place - 1], position, lastStart);
                }
                position = likely(text, position + 1, lastSeed + 1);
            }
            open = known.nextClearBit(behind);
        }
    }

    /** Adds windows with the seed of a position if the equal windows at a place are known. */
    private void addEqual(BitSet known, int place, int position, int lastStart) {
        if (place == position) {
            return;
        }
        int before = before(place, text, position);
        int behind = seed;
        while (behind < width
                && Math.max(place, position) + behind < text.length
                && text[place + behind] == text[position + behind]) {
            behind++;
        }
        for (int start = position - before; start <= Math.min(position, lastStart); start++) {
            if (known.get(start + place - position) && Windows.endOf(text, start, width) <= position + behind) {
                known.set(start);
            }
        }
    }
}
