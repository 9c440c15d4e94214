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
    babel({ presets: [reactCompilerPreset()], parallel: true }),
    fewFirstFiles(),
    fewOrderingFiles(),
    compressed(),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // For the budgets.
    manifest: true,
    target: 'es2022',
    // An inlined picture costs those who never see it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['src/web/index.html', 'src/web/panel.html', 'src/web/early.ts', 'src/web/worker/pageKeeper.ts'],
      output: {
        // A worker controls the paths below its own, and keeps its name across builds.
        entryFileNames: ({ name }) => (name === 'pageKeeper' ? '[name].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: ({ facadeModuleId, name }) =>
          `assets/${catalogueName(facadeModuleId) ?? name}-[hash].js`,
      },
    },
  },
})
