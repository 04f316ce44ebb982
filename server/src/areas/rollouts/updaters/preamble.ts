/** Of every program on a device: where the product keeps what it needs there. */
export const preamble = `umask 022
vermilion_base=\${HOME:-/root}/.vermilion
`

/** Replaces a file by one line, whole or not at all. */
export const writeLine = `write_line() {
  mkdir -p "\${1%/*}" && printf '%s\\n' "$2" >"$1.new" && mv -f "$1.new" "$1"
}
`

/** As root where the account is another and may. */
export const asRoot = `as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
`
