import { createSocket } from 'node:dgram'
import { writeFile } from 'node:fs/promises'

/** A DNS server that responds NXDOMAIN, see RFC 1035. Usage: serve-no-names.ts READY ADDRESS... */
const [ready = '', ...addresses] = process.argv.slice(2)
const responseFlag = 0x8000
const recursion = 0x0180
const noSuchName = 3

const bound = addresses.map(
  (address) =>
    new Promise<void>((resolve) => {
      const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
      socket.on('message', (request, { port, address: to }) => {
        const end = request.indexOf(0, 12) + 5
        const response = Buffer.from(request.subarray(0, end))
        response.writeUInt16BE(responseFlag | recursion | noSuchName, 2)
        for (const count of [6, 8, 10]) response.writeUInt16BE(0, count)
        socket.send(response, port, to)
      })
      socket.bind(53, address, resolve)
    }),
)
await Promise.all(bound)
await writeFile(ready, '')
