import { keepCompiledCode, saveCompiledCode } from '#platform/program'

keepCompiledCode()
const { readConfig } = await import('./config.ts')
const { serve } = await import('./serve.ts')

try {
  await serve(readConfig(process.env))
  saveCompiledCode()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
