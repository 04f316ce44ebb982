export const preamble = `umask 022
vermilion_base=\${HOME:-/root}/.vermilion
`

export const writeLine = `write_line() {
  mkdir -p "\${1%/*}" && printf '%s\\n' "$2" >"$1.new" && mv -f "$1.new" "$1"
}
`

export const asRoot = `as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
`
