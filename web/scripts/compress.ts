import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:html|js|css|json|map|svg|txt|webmanifest)$/;
/** Minimum size of a file to compress, in bytes. Compressing smaller files saves too little. */
const BYTES_MIN = 512;

/**
 * Writes `.br` and `.gz` versions of text files if they are smaller, so that the service needn't compress responses.
 */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.byteLength < BYTES_MIN) return;
      const results = await Promise.all([
        promisify(brotliCompress)(content, {
          params: {
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
          },
        }),
        promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      const endings = ['.br', '.gz'];
      await Promise.all(
        results.map(async (result, index) => {
          if (result.byteLength < content.byteLength) await writeFile(file + endings[index], result);
        }),
      );
    }),
  );
}
