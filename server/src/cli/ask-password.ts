import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

export async function askPassword({ input, output }: Terminal, name: string): Promise<string> {
  const nowhere = new Writable({ write: (_part, _encoding, done) => done() })
  // This sets the terminal to raw mode without echo; readline's own output is dropped.
  const lines = createInterface({ input, output: nowhere, terminal: true })
  const provided = new AbortController()
  lines.once('close', () => provided.abort())
  const ask = async (question: string) => {
    output.write(question)
    try {
      return await lines.question('', { signal: provided.signal })
    } catch {
      throw new Error('No password was given; nothing was changed')
    } finally {
      output.write('\n')
    }
  }
  try {
    const first = await ask(`New password of ${name}: `)
    const second = await ask('The same again: ')
    if (first !== second) throw new Error('The two passwords differ; nothing was changed')
    return first
  } finally {
    lines.close()
  }
}
