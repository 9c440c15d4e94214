import { defineConfig } from 'vite'

/** With native code, or with files of their own. */
const external = ['sharp', 'ssh2', 'pdfkit', 'iconv-lite', 'pg-native']

/** The server and its packages in a few files: the 870 of the sources take half a second of each start. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    // Its traces are read.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
})
