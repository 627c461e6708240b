use std::ffi::{c_char, c_int, CStr, CString};
use std::{ptr, slice, thread};

extern "C" {
    fn contextc_call(
        method: *const c_char,
        json: *const c_char,
        len: usize,
        out: *mut *mut c_char,
        outlen: *mut usize,
    ) -> c_int;
    fn contextc_free(out: *mut c_char);
    fn contextc_version() -> *const c_char;
}

/// The result, or the code and the error document.
fn call(method: &str, request: &str) -> Result<String, (c_int, String)> {
    let method = CString::new(method).expect("no NUL in the name of a method");
    let (mut out, mut length) = (ptr::null_mut(), 0);
    // Both are only read, and only until the call returns; what it leaves in `out` is ours to free.
    let code = unsafe {
        contextc_call(
            method.as_ptr(),
            request.as_ptr().cast(),
            request.len(),
            &mut out,
            &mut length,
        )
    };
    let mut answer = String::new();
    if !out.is_null() {
        answer = String::from_utf8_lossy(unsafe { slice::from_raw_parts(out.cast(), length) })
            .into_owned();
        unsafe { contextc_free(out) };
    }
    if code == 1 {
        Ok(answer)
    } else {
        Err((code, answer))
    }
}

fn main() {
    let version = unsafe { CStr::from_ptr(contextc_version()) };
    println!("contextc {}", version.to_string_lossy());
    let threads: Vec<_> = (1..=4)
        .map(|number| {
            thread::spawn(move || {
                let request = format!(
                    r#"{{"query": "", "token_budget": 50, "fragments": [{{"content": "Thread {number} must not wait."}}]}}"#
                );
                call("compile", &request)
            })
        })
        .collect();
    for thread in threads {
        match thread.join().expect("a thread that ends") {
            Ok(answer) => println!("{answer}"),
            Err((code, answer)) => panic!("contextc: code {code}: {answer}"),
        }
    }
}
