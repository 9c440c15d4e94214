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
      // Commands and threads are programs of their own.
      input: [
        'src/server/main.ts',
        'src/server/commands/backup.ts',
        'src/server/commands/demo.ts',
        'src/server/commands/distribute.ts',
        'src/server/commands/doctor.ts',
        'src/server/commands/import.ts',
        'src/server/commands/listJobs.ts',
        'src/server/commands/operator.ts',
        'src/server/commands/reset.ts',
        'src/server/commands/restore.ts',
        'src/server/commands/tenant.ts',
        'src/server/readerThread.ts',
        'src/server/documents/printThread.ts',
        'src/server/backup/backupThread.ts',
      ],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
