// Starts a run on Slurm, prints its handle, and waits to be killed. Usage: start-slurm-run.ts ROOT SETTINGS SPEC KEY, settings and
// spec as JSON.
import { createSlurmExecutor } from '../slurm/executor.ts'

const [root = '', settings = '', spec = '', key = ''] = process.argv.slice(2)
const handle = await createSlurmExecutor({ root, settings: JSON.parse(settings) }).start(JSON.parse(spec), key)
process.stdout.write(`${handle}\n`)
setInterval(() => {}, 60_000)
