import { keepCompiledCode, saveCompiledCode } from '#platform/program'

keepCompiledCode()
// Meant for this process: those that it starts, such as the ones that read pictures, allocate in another way.
for (const name of Object.keys(process.env)) if (name.startsWith('MALLOC_')) delete process.env[name]

const { readConfig } = await import('./config.ts')
const { serve } = await import('./serve.ts')

try {
  // `--compile`: the launcher has everything compiled before the server runs, also what is loaded later.
  if (process.argv.includes('--compile')) await import('@vermilion/contract/formats/registry')
  else await serve(readConfig(process.env))
  saveCompiledCode()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
