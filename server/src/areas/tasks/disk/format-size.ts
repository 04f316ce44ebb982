export function formatSize(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2
  return mebibytes < 1024 ? `${Math.round(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`
}
