import { preamble, writeLine } from './preamble.ts'
import { otherDevice, readValues, type UpdateOrder, type Updater } from './updater.ts'

const values = ({ artifact, previousVersion }: UpdateOrder) => [artifact.name, artifact.version, previousVersion ?? '']

const environment = `name=$1 version=$2 previous=$3
packages=$vermilion_base/packages/$name
package=$packages/$version
export VERMILION_NAME="$name" VERMILION_VERSION="$version" VERMILION_PREVIOUS_VERSION="$previous"
run_in() {
  cd "$1" || exit 1
  chmod u+x "./$2" && "./$2"
}
`

/** Compatible names of a device: configured, from its device tree or firmware, or its architecture. */
export const identities = `{
  cat /etc/vermilion-compatible
  tr '\\0' '\\n' </proc/device-tree/compatible
  tr '\\0' '\\n' </proc/device-tree/model
  cat /sys/class/dmi/id/product_name
  uname -m
} 2>/dev/null | while read -r line; do echo "identity=$line"; done
`

export const identitiesOf = (output: string): string[] =>
  [...output.matchAll(/^identity=(.+)$/gm)].map(([, identity = '']) => identity.trim())

export const scriptUpdater: Updater = {
  reboots: ({ options }) => options.reboot,
  needsPrevious: false,
  inspect: (order) => ({
    script: `${preamble}${identities}
read -r installed <"$vermilion_base/packages/$1/version" && echo "installed=$installed"
:`,
    values: values(order),
  }),
  inspection({ artifact: { compatible } }, output) {
    const own = identitiesOf(output)
    const isFor = compatible === '' || own.some((identity) => identity.toLowerCase() === compatible.toLowerCase())
    return {
      installed: readValues(output).get('installed') ?? null,
      refusal: isFor ? null : otherDevice(compatible, own.join(', ')),
    }
  },
  install: (order, file) => ({
    script: `${preamble}${writeLine}${environment}
rm -rf "$package.new" && mkdir -p "$package.new" && tar -xzf "$4" -C "$package.new" || exit 1
rm -rf "$package" && mv "$package.new" "$package" || exit 1
(run_in "$package" install) || exit
write_line "$packages/version" "$version"`,
    values: [...values(order), file],
  }),
  verify: (order) => ({
    script: `${preamble}${environment}
[ -e "$package/check" ] || exit 0
run_in "$package" check`,
    values: values(order),
  }),
  markGood: (order) => ({
    script: `${preamble}${environment}
for other in "$packages"/*/; do
  case $other in "$package/" | "$packages/$previous/") ;; *) rm -rf "$other" ;; esac
done`,
    values: values(order),
  }),
  rollBack: (order) => ({
    script: `${preamble}${writeLine}${environment}
if [ -e "$package/rollback" ]; then
  (run_in "$package" rollback) || exit
elif [ -n "$previous" ] && [ -e "$packages/$previous/install" ]; then
  (VERMILION_VERSION=$previous VERMILION_PREVIOUS_VERSION=$version run_in "$packages/$previous" install) || exit
else
  echo "it has no rollback script, and the version before is not on the device"
  exit 1
fi
if [ -n "$previous" ]; then write_line "$packages/version" "$previous"; else rm -f "$packages/version"; fi`,
    values: values(order),
  }),
}
