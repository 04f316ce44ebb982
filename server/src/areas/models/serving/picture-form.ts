const headEnd = '\r\n\r\n'

/** Finds the first file of a `multipart/form-data` body (RFC 7578), without copying. */
export function fileOfForm(form: Buffer, mediaType: string): Buffer | undefined {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(mediaType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) return undefined
  const delimiter = `\r\n--${boundary}`
  // The first delimiter has no line break before it.
  let start = form.indexOf(delimiter.slice(2))
  while (start >= 0) {
    const headStart = form.indexOf('\r\n', start)
    const bodyStart = form.indexOf(headEnd, start)
    if (headStart < 0 || bodyStart < 0) return undefined
    const end = form.indexOf(delimiter, bodyStart + headEnd.length - 2)
    if (end < 0) return undefined
    const head = form.toString('utf8', headStart, bodyStart)
    if (/^content-disposition:.*;\s*filename\*?=/im.test(head))
      return form.subarray(Math.min(bodyStart + headEnd.length, end), end)
    start = end + 2
  }
  return undefined
}
