/**
 * Runs in a worker of the browser, under a policy of its own. A reply that the browser withholds from the page, for want of rules,
 * still arrives when nobody asks to see it.
 */
export const probeScript = `
onmessage = async ({ data: { read, write, content } }) => {
  const cache = 'no-store'
  const test = async () => {
    const reply = await fetch(read, { cache })
    if (!reply.ok || (await reply.text()) !== content) return 'refused'
    const written = await fetch(write, { method: 'PUT', body: content + ' written' }).catch(() => null)
    if (written === null) return 'write-rule-missing'
    return written.ok ? 'direct' : 'refused'
  }
  const isReached = () => fetch(read, { cache, mode: 'no-cors' }).then(() => 'rules-missing', () => 'unreachable')
  postMessage(await test().catch(isReached))
}
`
