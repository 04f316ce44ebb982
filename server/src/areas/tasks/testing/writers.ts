import type { ImageCatalogue } from '../images/images.ts'
import { program } from './programs.ts'

export const million = 1_000_000
export const pace = 20_000

export const lineOf = (number: number) =>
  `${String(number).padStart(7, '0')} step loss=0.${number % 1_000} \u001B[32mgood\u001B[0m 样本`
const lines = `
  const lineOf = (number) => String(number).padStart(7, '0') + ' step loss=0.' + (number % 1000) + ' \\u001b[32mgood\\u001b[0m 样本\\n'
  const write = (part) => { for (let rest = Buffer.from(part); rest.length > 0;) rest = rest.subarray(fs.writeSync(1, rest)) }
  const writeLines = (from, to) => { let text = ''; for (let number = from; number < to; number += 1) text += lineOf(number); write(text) }`

export const writers: ImageCatalogue = {
  million: program(`${lines}
    for (let number = 0; number < ${million}; number += 1000) writeLines(number, number + 1000)`),
  steady: program(`${lines}
    const begun = Date.now()
    let written = 0
    const timer = setInterval(() => {
      const due = Math.min(${million}, Math.floor((Date.now() - begun) * ${pace} / 1000))
      writeLines(written, due)
      written = due
      if (written === ${million}) clearInterval(timer)
    }, 10)`),
  hostile: program(`${lines}
    write('first\\r\\n')
    write('x'.repeat(3 * 1024 * 1024) + '中'.repeat(2000) + ' the end\\n')
    write(Buffer.concat([Buffer.from([0, 1, 0xff, 0xfe, 0xc3]), Buffer.from('<b>nul</b>\\n')]))
    for (let percent = 0; percent <= 100000; percent += 1) write(percent + '/100000\\r')
    write('\\n')
    write(Buffer.from(Array.from({ length: 1024 * 1024 }, (_, at) => (at * 2654435761 >>> 13) & 255)))
    write('\\nlast')`),
  /** Leaves a line unterminated until a file named \`go\` exists. */
  slow: program(`
    console.log('begun')
    const wait = setInterval(() => {
      if (!fs.existsSync('go')) return
      clearInterval(wait)
      process.stdout.write(' needle\\nmore needle\\n')
    }, 20)
    process.stdout.write('open')`),
  colourful: program(`
    console.log('\\u001b[1;36mtrainer\\u001b[0m starts \\u001b[48;5;52m\\u001b[97m cuda \\u001b[0m')
    for (let number = 1; number <= 300; number += 1) console.log('INFO epoch ' + number + '/300 loss=' + (1 / number).toFixed(4))
    console.log('WARNING learning rate is high')
    console.log('<img src=x onerror=alert(1)> ERROR out of memory')
    process.stdout.write('10%\\r50%\\r100% done\\n')
    console.log('y'.repeat(20000))
    console.log('the last line')
    setTimeout(() => {}, 3600000)`),
}
