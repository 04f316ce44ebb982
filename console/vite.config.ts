import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compress.ts'
import { leaveOut } from './leave-out.ts'
import { licences } from './licences.ts'

const server = `http://127.0.0.1:${process.env['VERMILION_PORT'] ?? '7860'}`

/** The development server stands in for ours, which writes the base path into index.html. */
const baseInDevelopment: Plugin = {
  name: 'base-in-development',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
}

/** Leaves out what endpoints say of themselves in words, and how they may fail: the description of the API shows it, and no page does. */
const leanContract: Plugin = {
  name: 'lean-contract',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/contract\/src\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(id)) return null
    return { code: code.replaceAll(summaries, '').replaceAll(failures, ''), map: null }
  },
}
const failures = /^ {4}errors: \[[^[\]]*\],\n/gm
const summaries = /\bsummary: (?:\{\s*en: '[^'\n]*',\s*zh: '[^'\n]*',?\s*\}|'[^'\n]*'),\n/g

/**
 * What the frame around each page after the sign-in is made of: one file and not thirty, each of which costs a request
 * more than its bytes. The sign-in page needs none of it.
 */
const frame = new RegExp(
  [
    'console/src/app/(disabled-areas|navigation|overlays|recent-pages|shell|sidebar/)',
    'console/src/app/(header/(breadcrumb-steps|header|unseen-work|work-tray)|shortcuts/(frame-keys|go-to))\\b',
    'console/src/areas/(accounts/sign-out|annotation/(unsaved-(text|work)|sync/(journal|opened)))\\.',
    'console/src/areas/(files/upload/upload-(questions|requests)|work/(index|live-work))\\b',
    'console/src/lib/(composing|progress-speed|events/news(-line)?)\\.',
    'console/src/lib/upload/(unfinished-uploads|uploads?|upload-(batches|list|queue|sender|speed|transfers))\\.',
    'console/src/ui/(export/dataset-export|feedback/notify-host|files/file-evaluation|keyboard/keys)\\b',
    'console/src/ui/(overlay/(confirm-host|overlay)|page/page-actions)\\b',
    'contract/src/(settings|work|files/uploads)\\.ts',
    'node_modules/(@rc-component|antd/es)/(tooltip|trigger|popover)/',
    '@ant-design/icons(-svg)?/.*/(Appstore|Dashboard|Database|FolderOpen|Hdd|Control|Thunderbolt|Menu|Logout)(Filled|Outlined)\\.',
    '@ant-design/icons(-svg)?/.*/(Menu(Unf|F)old|UnorderedList|Setting)Outlined\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
)

export default defineConfig({
  // Relative, so that the console works below any base path: the server writes it as <base> into index.html.
  base: './',
  plugins: [react(), licences(), baseInDevelopment, leaveOut, leanContract, compressed],
  build: {
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              // What every page needs, the sign-in page too: one file compresses better than twenty.
              name: 'base',
              test: /node_modules[\\/](zod|zustand|nanoid|stylis|clsx|@babel|@tanstack[\\/](react-router|router-core|history|react-store|store)|@ant-design[\\/](cssinjs|cssinjs-utils|colors|fast-color)|@rc-component[\\/](util|motion|portal)|antd[\\/]es[\\/](button|theme|config-provider|_util|style|locale))[\\/]/,
            },
            {
              // What every page imports before it is known which page it is: one file, whatever else uses its parts.
              // Without dependencies, since those that are left out by tree shaking would come with them.
              name: 'entry',
              tags: ['$initial'],
              includeDependenciesRecursively: false,
            },
            { name: 'frame', test: frame, includeDependenciesRecursively: false },
            {
              // What forms share of ours, and what lists do; without dependencies, of which pages without either use some.
              name: 'form',
              // Reports have a field for a number, and no form.
              test: /console[\\/]src[\\/]ui[\\/]form[\\/](?!number-input)/,
              minShareCount: 20,
              includeDependenciesRecursively: false,
            },
            {
              name: 'table',
              test: /console[\\/]src[\\/]ui[\\/]table[\\/]/,
              minShareCount: 20,
              includeDependenciesRecursively: false,
            },
            {
              // What most pages share of ours (a quarter of all that is loaded by itself): a hundred small files would cost more
              // than their bytes.
              name: 'shared',
              test: /[\\/](console[\\/]src|contract[\\/]src(?![\\/](datasets|models)\b))[\\/]|node_modules[\\/](@tanstack[\\/](react-query|query-core)|dayjs)[\\/]/,
              minShareCount: 34,
              includeDependenciesRecursively: false,
            },
            {
              // What only the form of a generation needs.
              name: 'generation-parts',
              test: /console[\\/]src[\\/]areas[\\/]generation[\\/]form[\\/](combinations|form-values|version-text|item-row)|contract[\\/]src[\\/]generations[\\/]plan/,
              includeDependenciesRecursively: false,
            },
            {
              // Of half a kilobyte each, of which half is what a file costs.
              name: 'signs',
              test: /node_modules[\\/]@ant-design[\\/]icons[\\/]/,
              minShareCount: 6,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': { target: server, ws: true } } },
})
