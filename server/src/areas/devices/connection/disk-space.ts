import type { Text } from '@vermilion/contract/kernel/text'

/**
 * freeOf FOLDER: free KiB, many where nothing says so. sayFullDisk FOLDER: tells on standard error where that is next to nothing;
 * a shell itself calls a full disk an I/O error.
 */
export const diskSpaceFunctions = String.raw`freeOf() {
  { df -Pk "$1" || df -k "$1"; } 2> /dev/null | tail -n 1 | {
    read -r _ _ _ free _
    case "$free" in '' | *[!0-9]*) echo 99999999 ;; *) echo "$free" ;; esac
  }
}
sayFullDisk() { [ "$(freeOf "$1")" -ge 16 ] || echo 'No space left on device' >&2; }
`

const mebibytes = (bytes: number) => Math.ceil(bytes / 1_048_576)

export const diskFull = (needed: number, free: number): Text => ({
  en: `the device has ${mebibytes(free)} MiB free, and ${mebibytes(needed)} MiB are needed`,
  zh: `设备剩余 ${mebibytes(free)} MiB，需要 ${mebibytes(needed)} MiB`,
})
