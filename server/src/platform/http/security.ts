import type { FastifyHelmetOptions } from '@fastify/helmet'

/**
 * Nothing but this server's own files runs or loads. `blob:` is for workers and pictures made in the page, `data:` for
 * small pictures, `wasm-unsafe-eval` for onnxruntime-web, inline styles for the component library's own style sheets.
 * No HSTS and no upgrade: the server speaks plain HTTP, and a proxy before it decides.
 */
export const contentPolicy: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'", 'blob:'],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", 'blob:', 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
  originAgentCluster: false,
}
