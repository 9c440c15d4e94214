import { defineConfig } from 'vite'

/** With native code, or with files of their own. */
const external = ['sharp', 'ssh2', 'pdfkit', 'iconv-lite', 'pg-native']

/** The server and its packages in a few files: the 870 of the sources take half a second of each start. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    // Its traces are read.
    minify: false,
    rolldownOptions: {
      // Threads are programs of their own.
      input: [
        'src/server/main.ts',
        'src/server/catalogue/import/file/readerThread.ts',
        'src/server/documents/printThread.ts',
        'src/server/backup/backupThread.ts',
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
