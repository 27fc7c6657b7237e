/** Implements the export API, and streams rows for other APIs. Start with {@link org.ndd.export.ExportAction}. */
package org.ndd.export;
