import { createContainerExecutor } from '../container/executor.ts'

const [root = '', address = '', spec = '', key = ''] = process.argv.slice(2)
const executor = createContainerExecutor({ root, address })
const handle = await executor.start(JSON.parse(spec), key)
executor.adopt(handle, () => {})
process.stdout.write(`${handle}\n`)
setInterval(() => {}, 60_000)
