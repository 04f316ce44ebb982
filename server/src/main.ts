import { saveCompiledCode } from '#platform/program'

// For this process only: child processes such as picture workers allocate differently.
for (const name of Object.keys(process.env)) if (name.startsWith('MALLOC_')) delete process.env[name]

const { readConfig } = await import('./config.ts')
const { serve } = await import('./serve.ts')

try {
  await serve(readConfig(process.env))
  saveCompiledCode()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
