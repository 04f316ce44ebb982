/** What was done, without what is said of it behind a colon, a full stop or in brackets. */
export function shortSummary(summary: string): string {
  const end = summary.search(/: |：|\. |。|；|; | \(|（/)
  return end <= 0 ? summary.replace(/[.。]$/, '') : summary.slice(0, end)
}
