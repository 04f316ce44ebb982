// `npm start`, `npm test` and others: runs on any Node from 20, with nothing installed.
const oldest = 20

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`Vermilion needs Node ${oldest} or newer, with npm. This is Node ${process.versions.node}.`)
  process.exit(1)
}

const { launch } = await import('./launch/verbs.mjs')
process.exitCode = await launch(process.argv.slice(2))
