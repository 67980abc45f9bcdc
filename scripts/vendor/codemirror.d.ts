// The editor is used in one place, parts/editor.js.
export const EditorState: any, Compartment: any, EditorSelection: any, EditorView: any, keymap: any, drawSelection: any, highlightSpecialChars: any, placeholder: any,
  defaultKeymap: any, history: any, historyKeymap: any, indentWithTab: any, HighlightStyle: any, Language: any, defineLanguageFacet: any, syntaxHighlighting: any,
  parser: any, GFM: any, autocompletion: any, completionKeymap: any, tags: any;
