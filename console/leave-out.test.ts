import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { build, type Plugin, type Rolldown } from 'vite'
import { leaveOut } from './leave-out.ts'

const entry = 'virtual:entry'

const usesZod = "import { z } from 'zod'; export const schema = z.object({ name: z.string() })"
/** What the plugin keeps out of the build: the code that would bring it, and one of the modules that are to stay away. */
const parts = [
  {
    name: 'unique tooltips',
    code: "export { default } from 'antd/es/config-provider'",
    module: '/antd/es/tooltip/UniqueProvider/',
  },
  {
    name: 'placeholders in a drawer',
    code: "export { default } from 'antd/es/drawer'",
    module: '/antd/es/skeleton/',
  },
  { name: 'placeholders in a dialog', code: "export { default } from 'antd/es/modal'", module: '/antd/es/skeleton/' },
  { name: 'JSON Schemas of types', code: usesZod, module: '/zod/v4/core/json-schema-processors.js' },
  { name: 'writing JSON Schemas', code: usesZod, module: '/zod/v4/core/to-json-schema.js' },
  {
    name: 'the form engine',
    code: "export * from 'antd/es/form/context'",
    module: '/@rc-component/form/es/hooks/useForm.js',
  },
]

test.each(parts)('$name would be part of the build, and is left out', async ({ code, module }) => {
  const hasModule = async (plugins: Plugin[]) => (await modulesOf(code, plugins)).some((id) => id.includes(module))
  expect(await hasModule([]), `nothing brings ${module} any longer: nothing of it is to be left out`).toBe(true)
  expect(await hasModule([leaveOut]), `${module} is in the build`).toBe(false)
})

/** Modules of which something is in the build. */
async function modulesOf(code: string, plugins: Plugin[]): Promise<string[]> {
  const entryPlugin: Plugin = {
    name: 'entry',
    resolveId: (source) => (source === entry ? fileURLToPath(new URL('entry.js', import.meta.url)) : null),
    load: (id) => (id.endsWith('/entry.js') && !id.includes('node_modules') ? code : null),
  }
  const output = (await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [entryPlugin, ...plugins],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  return output.output
    .filter((file) => file.type === 'chunk')
    .flatMap(({ modules }) => Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0))
    .map(([id]) => id.replaceAll('\\', '/'))
    .filter((id) => !id.startsWith('\0'))
}
