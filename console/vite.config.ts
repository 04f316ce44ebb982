import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunks.ts'
import { compressed } from './compress.ts'
import { licences } from './licences.ts'
import { sizes } from './sizes.ts'

const server = `http://127.0.0.1:${process.env['VERMILION_PORT'] ?? '7860'}`

/** The development server stands in for ours, which writes the base path into index.html. */
const baseInDevelopment: Plugin = {
  name: 'base-in-development',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
}

/** Keeps the part of a chunk's name before the list of pages that share it. */
const shorten = (name: string) => name.split('~')[0]

export default defineConfig({
  // Relative, so that the console works below any base path: the server writes it as <base> into index.html.
  base: './',
  plugins: [react(), sizes, licences(), baseInDevelopment, compressed],
  build: {
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // Rolldown's names list the pages that share a chunk: no server serves a name of any length.
        chunkFileNames: ({ name }) => `assets/${shorten(name)}-[hash].js`,
        assetFileNames: ({ names: [name = 'asset'] }) =>
          `assets/${shorten(name.replace(/\.\w+$/, ''))}-[hash][extname]`,
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': { target: server, ws: true } } },
})
