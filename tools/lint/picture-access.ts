import type { Rule } from './rule.ts'

/** Functions that read a full stream or file. */
const streamReaders = new Set(['buffer', 'arrayBuffer', 'blob', 'bytes'])
const fileReaders = new Set(['readFile', 'readFileSync'])
/** Ways to the bytes of user-supplied pictures of any size. */
const contentOfFile = /\bfiles\.content\(|\bbytesOf\(|\bfiles\.bytesOf\(/
const localFile = /\bwithLocalFile\b|\bopenInFolder\b|\bLocalFile\b/

/**
 * Pictures are opened only with `openPicture`, in separate processes, and read only with `readPicture`, `withPictureSource` or
 * `pictureBytes`, both with limits. Files that may load the decoder are listed in the configuration.
 */
export const pictureAccess: Rule = {
  create: (context) => {
    const { sourceCode } = context
    const report = (node: Parameters<typeof sourceCode.getText>[0], message: string) => {
      if (node) context.report({ node, message })
    }
    const usesLocalFiles = localFile.test(sourceCode.getText())
    return {
      ImportDeclaration(node) {
        if (node.source.value !== 'sharp' || node.importKind === 'type') return
        const isOnlyTypes =
          node.specifiers.length > 0 &&
          node.specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type')
        if (!isOnlyTypes)
          report(node, 'Open pictures with openPicture: it has their limits, and shows them as all others do.')
      },
      ImportExpression(node) {
        if (/^['"]sharp['"]$/.test(sourceCode.getText(node.source)))
          report(node, 'Open pictures with openPicture: it has their limits, and shows them as all others do.')
      },
      CallExpression(node) {
        const { callee } = node
        const name =
          callee.type === 'Identifier'
            ? callee.name
            : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
              ? callee.property.name
              : ''
        if (streamReaders.has(name) && contentOfFile.test(node.arguments.map((one) => sourceCode.getText(one)).join()))
          report(
            node,
            'Read a picture with files.withPictureSource or files.pictureBytes: this one may be of any size.',
          )
        if (fileReaders.has(name) && usesLocalFiles)
          report(node, 'Read the file of a content with readPicture, or in parts: this one may be of any size.')
      },
    }
  },
}
