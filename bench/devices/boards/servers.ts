/**
 * Simulated boards: one SSH server of ssh2 for all. Each board has a shell of this machine that runs the product's own script for
 * readings and other commands. Prints its port, and ends with its standard input.
 */
import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { loadSsh } from '../../../server/src/areas/devices/connection/ssh-library.ts'

const [keyFile = ''] = process.argv.slice(2)
const ssh = loadSsh()

const server = new ssh.Server({ hostKeys: [readFileSync(keyFile)] }, (client) => {
  client.on('error', () => undefined)
  client.on('authentication', (request) => {
    if (request.method === 'password') request.accept()
    else request.reject(['password'])
  })
  client.on('session', (accept) => {
    accept().on('exec', (acceptCommand, _reject, { command }) => {
      const channel = acceptCommand()
      const child = spawn('sh', ['-c', command], { stdio: 'pipe' })
      channel.pipe(child.stdin)
      child.stdin.on('error', () => undefined)
      child.stdout.pipe(channel, { end: false })
      child.stderr.pipe(channel.stderr, { end: false })
      child.once('close', (code) => {
        channel.exit(code ?? 1)
        channel.end()
      })
      channel.once('close', () => child.kill())
    })
  })
})

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().once('end', () => process.exit(0))
