const names = new Set(
  (
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue ' +
    'chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey ' +
    'darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray ' +
    'darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen ' +
    'fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki ' +
    'lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen ' +
    'lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime ' +
    'limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue ' +
    'mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive ' +
    'olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum ' +
    'powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver ' +
    'skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white ' +
    'whitesmoke yellow yellowgreen'
  ).split(' '),
)

/** Hex digits or color functions; not `#areas/…` or `this.#name`. */
const written =
  /(?<=['"`\s:(,]|^)#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w/-])|\b(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch))\([^)]*\)?/gi

export function writtenColours(source: string): { colour: string; offset: number }[] {
  return [...source.matchAll(written)].map(({ 0: colour, index }) => ({ colour, offset: index }))
}

/** Names of colours among the identifiers of a value, which is one of a property that takes colours. */
export function namedColours(value: string): string[] {
  const identifiers = value.replaceAll(/var\([^()]*\)/g, ' ').match(/(?<![\w-])[a-z]+(?![\w-])/gi) ?? []
  return identifiers.filter((identifier) => names.has(identifier.toLowerCase()))
}

/** Properties with color values; they may use variables. */
export const takesColours =
  /^(?:--.*|.*color|(?:background|border|outline|text-decoration)(?:-\w+)*|.*-shadow|fill|stroke|filter)$/
