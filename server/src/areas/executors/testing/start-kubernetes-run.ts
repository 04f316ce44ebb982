import { createKubernetesExecutor } from '../kubernetes/executor.ts'

const [root = '', settings = '', spec = '', key = ''] = process.argv.slice(2)
const executor = createKubernetesExecutor({ root, settings: JSON.parse(settings) })
process.stdout.write('begins\n')
const handle = await executor.start(JSON.parse(spec), key)
executor.adopt(handle, () => {})
process.stdout.write(`${handle}\n`)
setInterval(() => {}, 60_000)
