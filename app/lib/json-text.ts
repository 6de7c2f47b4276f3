import { createSerializationAdapter } from '@tanstack/react-router'

/**
 * An answer that is JSON already, on its way to the browser: the text travels as it is and is parsed there once. Start
 * would take the object apart on one side and put it together on the other, at several times the cost of JSON.parse.
 */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Hands a JsonText over as text; what arrives in the browser is what the text says. */
export const jsonTextAdapter = createSerializationAdapter({
  key: 'JsonText',
  test: (value): value is JsonText => value instanceof JsonText,
  toSerializable: ({ text }) => text,
  fromSerializable: (text: string) => JSON.parse(text),
})
