import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueName, catalogues } from './vite/catalogues.ts'
import { compressed } from './vite/compressed.ts'
import { fewFirstFiles } from './vite/firstLoad.ts'
import { fewOrderingFiles } from './vite/orderingFiles.ts'
import { zodAlias } from './vite/zodAlias.ts'

export default defineConfig({
  root: 'src/web',
  resolve: { alias: zodAlias },
  plugins: [
    catalogues(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    fewFirstFiles(),
    fewOrderingFiles(),
    compressed(),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // What the budgets are counted by.
    manifest: true,
    target: 'es2022',
    // A picture in a script is paid for by whoever never looks at it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['src/web/index.html', 'src/web/panel.html', 'src/web/early.ts', 'src/web/worker/pageKeeper.ts'],
      output: {
        // A worker watches over the paths beside and below its own, and keeps its name from build to build.
        entryFileNames: ({ name }) => (name === 'pageKeeper' ? '[name].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: ({ facadeModuleId, name }) =>
          `assets/${catalogueName(facadeModuleId) ?? name}-[hash].js`,
      },
    },
  },
})
