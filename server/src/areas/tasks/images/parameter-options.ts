/** `inputSize: 128` becomes `--input-size 128`. */
export function parameterOptions(parameters: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(parameters).flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ])
}
