import { keepCompiledCode, saveCompiledCode } from '#platform/program'

keepCompiledCode()
// For this process only: child processes such as picture workers allocate differently.
for (const name of Object.keys(process.env)) if (name.startsWith('MALLOC_')) delete process.env[name]

const { readConfig } = await import('./config.ts')
const { serve } = await import('./serve.ts')

try {
  // `--compile`: the launcher compiles everything before the server runs, including lazy modules.
  if (process.argv.includes('--compile')) await import('@vermilion/contract/formats/registry')
  else await serve(readConfig(process.env))
  saveCompiledCode()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
