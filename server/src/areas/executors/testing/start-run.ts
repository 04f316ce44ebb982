// Starts a run on the local executor for `local.test.ts`, prints its handle, and waits to be killed. Usage: start-run.ts ROOT
// SPEC KEY, the spec as JSON.
import { createLocalExecutor } from '../local/executor.ts'

const [root = '', spec = '', key = ''] = process.argv.slice(2)
const handle = await createLocalExecutor({ root }).start(JSON.parse(spec), key)
process.stdout.write(`${handle}\n`)
setInterval(() => {}, 60_000)
