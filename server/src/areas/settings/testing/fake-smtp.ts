import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: string[]
  readonly content: string
}

export interface FakeSmtp {
  readonly address: string
  readonly received: ReceivedMail[]
  readonly signIns: { user: string; password: string }[]
  stop(): Promise<void>
}

/** RFC 5321 without TLS, with AUTH PLAIN if a password is given. */
export async function startFakeSmtp({ password }: { password?: string } = {}): Promise<FakeSmtp> {
  const received: ReceivedMail[] = []
  const signIns: { user: string; password: string }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    void serve(socket)
  })

  async function serve(socket: Socket): Promise<void> {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let [from, content, isData, isSignedIn] = ['', '', false, password === undefined]
    let to: string[] = []
    say('220 mail.test ESMTP')
    for await (const line of linesOf(socket)) {
      if (isData) {
        if (line !== '.') {
          content += `${line.replace(/^\.\./, '.')}\n`
          continue
        }
        received.push({ from, to, content })
        ;[isData, content, to] = [false, '', []]
        say('250 2.0.0 queued as 1')
        continue
      }
      const [verb = '', ...rest] = line.split(' ')
      const path = /<([^>]*)>/.exec(line)?.[1] ?? ''
      switch (verb.toUpperCase()) {
        case 'EHLO':
          say('250-mail.test')
          say('250-AUTH PLAIN')
          say('250 8BITMIME')
          break
        case 'AUTH': {
          const [, user = '', input = ''] = Buffer.from(rest[1] ?? '', 'base64')
            .toString()
            .split('\0')
          signIns.push({ user, password: input })
          isSignedIn = input === password
          say(isSignedIn ? '235 2.7.0 accepted' : '535 5.7.8 authentication failed')
          break
        }
        case 'MAIL':
          from = path
          say(isSignedIn ? '250 2.1.0 ok' : '530 5.7.0 sign in first')
          break
        case 'RCPT':
          to.push(path)
          say(path.endsWith('.invalid') ? '550 5.1.1 no such person' : '250 2.1.5 ok')
          break
        case 'DATA':
          isData = true
          say('354 go on')
          break
        case 'QUIT':
          say('221 bye')
          socket.end()
          break
        default:
          say('502 5.5.2 unknown')
      }
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    signIns,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  socket.setEncoding('utf8')
  try {
    for await (const part of socket as AsyncIterable<string>) {
      const lines = (rest + part).split('\r\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // The caller has disconnected.
  }
}
