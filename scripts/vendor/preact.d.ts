// What of preact.js the page's sources use, for tsc.
export type VNode = any;
export interface Signal<T> { value: T; peek(): T; subscribe(fn: (value: T) => void): () => void; }
export interface ReadonlySignal<T> { readonly value: T; peek(): T; }
export function h(type: any, props?: any, ...children: any[]): VNode;
export function render(node: VNode, parent: Element): void;
export const Fragment: any;
export function createRef<T>(): { current: T | null };
export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function signal<T>(value: T): Signal<T>;
export function computed<T>(fn: () => T): ReadonlySignal<T>;
export function effect(fn: () => void): () => void;
export function batch<T>(fn: () => T): T;
export function untracked<T>(fn: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useComputed<T>(fn: () => T): ReadonlySignal<T>;
export function useSignalEffect(fn: () => void): void;
export function useState<T>(value: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useEffect(fn: () => void | (() => void), inputs?: any[]): void;
export function useLayoutEffect(fn: () => void | (() => void), inputs?: any[]): void;
export function useMemo<T>(fn: () => T, inputs?: any[]): T;
export function useCallback<T>(fn: T, inputs?: any[]): T;
export function useRef<T>(value: T): { current: T };
